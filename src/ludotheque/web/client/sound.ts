// Small sounds, made on the spot: no files. A voice is a handful of notes, of tone or of wood.
import { isOn } from "./settings";

type Note = [frequency: number, start: number, length: number, kind?: OscillatorType | "wood", loudness?: number];

const VOICES = {
  roll: [0, 0.08, 0.15, 0.23, 0.33, 0.45, 0.6].map((at, k): Note => [900 + 260 * (k % 3), at, 0.05, "wood", 1.9]),
  step: [[1300, 0, 0.045, "wood", 1.8]],
  turn: [[659, 0, 0.14], [880, 0.1, 0.22]],
  end: [[523, 0, 0.2], [659, 0.15, 0.2], [784, 0.3, 0.2], [1047, 0.45, 0.5]],
  farewell: [[523, 0, 0.25, "triangle", 0.09], [440, 0.2, 0.25, "triangle", 0.09], [392, 0.4, 0.6, "triangle", 0.09]],
  bell: [[784, 0, 0.5, "sine", 0.09], [1175, 0.02, 0.6, "sine", 0.05]],
  pop: [[420, 0, 0.06, "triangle", 0.15], [700, 0.04, 0.09, "triangle", 0.15]],
  thud: [[180, 0, 0.16, "wood", 1], [95, 0, 0.2, "triangle", 0.2]],
  knock: [[420, 0, 0.06, "wood", 2.8], [340, 0.09, 0.08, "wood", 2.8]],
  fanfare: [[523, 0, 0.14], [659, 0.09, 0.14], [784, 0.18, 0.14], [1047, 0.27, 0.4]],
  bright: [[784, 0, 0.12, "triangle"], [1047, 0.09, 0.2, "triangle"]],
  coin: [[988, 0, 0.09], [1319, 0.07, 0.35]],
  fall: [[440, 0, 0.16, "triangle"], [349, 0.13, 0.16, "triangle"], [262, 0.26, 0.3, "triangle"]],
  alarm: [[392, 0, 0.18, "triangle"], [294, 0.2, 0.18, "triangle"], [392, 0.4, 0.18, "triangle"], [294, 0.6, 0.25, "triangle"]],
  pass: [[392, 0, 0.1, "sine", 0.09], [330, 0.09, 0.16, "sine", 0.09]],
} satisfies Record<string, Note[]>;
export type Voice = keyof typeof VOICES | "";

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Let a voice be heard, if sounds are on, so many times with a pause between. */
export function sing(voice: Voice, times = 1, pause = 0): void {
  if (!voice || !isOn("sound") || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (let k = 0; k < times; k++) {
    for (const note of VOICES[voice] as Note[]) sound(context, note, k * pause);
  }
}

function sound(context: AudioContext, [frequency, start, length, kind = "sine", loudness = 0.12]: Note, later: number): void {
  const at = context.currentTime + start + later;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loudness, at + 0.008); // without a click
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  const source = kind === "wood" ? wood(context, frequency, volume) : tone(context, frequency, kind, volume);
  volume.connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

function tone(context: AudioContext, frequency: number, kind: OscillatorType, to: AudioNode): AudioScheduledSourceNode {
  const source = context.createOscillator();
  source.type = kind;
  source.frequency.value = frequency;
  source.connect(to);
  return source;
}

/** A knock on wood: noise about a pitch. */
function wood(context: AudioContext, frequency: number, to: AudioNode): AudioScheduledSourceNode {
  noise ??= hiss(context);
  const source = context.createBufferSource();
  const band = context.createBiquadFilter();
  source.buffer = noise;
  band.type = "bandpass";
  band.frequency.value = frequency;
  band.Q.value = 4;
  source.connect(band).connect(to);
  return source;
}

function hiss(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k++) samples[k] = 2 * Math.random() - 1;
  return buffer;
}
