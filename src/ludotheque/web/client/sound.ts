// Small sounds, made on the spot: no files.
import { isOn } from "./settings";

let context: AudioContext | undefined;

type Note = [frequency: number, start: number, length: number, kind?: OscillatorType];

const CUES: Record<string, Note[]> = {
  chance: [[190, 0, 0.05, "square"], [150, 0.07, 0.05, "square"], [230, 0.14, 0.06, "square"]],
  move: [[520, 0, 0.06, "triangle"]],
  end: [[523, 0, 0.15], [659, 0.15, 0.15], [784, 0.3, 0.3]],
  turn: [[660, 0, 0.08], [880, 0.1, 0.1]],
};

/** Play the sound of a cue, if sounds are on. */
export function play(cue: string): void {
  const notes = CUES[cue];
  if (!notes || !isOn("sound")) return;
  context ??= new AudioContext();
  for (const [frequency, start, length, kind] of notes) {
    const at = context.currentTime + start;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = kind ?? "sine";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
