// The page of one's account: the same settings as at a table.
import { connectReach } from "./reach";
import { connectSettings } from "./settings";

connectSettings();
connectReach();
