/**
 * A recording as a short WAV (8 kHz, 8 bit, one channel): two voices as tones that take turns, softer the longer the
 * talk went on. It stands for a call's audio wherever recordings are listed and played.
 */
const RATE = 8000;
/** The audio is a sample of the call, not its whole length: a day of calls must not fill a disk. */
const MOST_SECONDS = 3;

export function recordingOf(talkSeconds: number, seed: number): Buffer {
  const seconds = Math.min(MOST_SECONDS, Math.max(0.5, talkSeconds));
  const samples = Math.floor(seconds * RATE);
  const wav = Buffer.alloc(44 + samples);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples, 40);
  const voices = [180 + (seed % 60), 110 + (seed % 40)];
  for (let at = 0; at < samples; at += 1) {
    const turn = Math.floor(at / (RATE * 0.4)) % 2;
    const pitch = voices[turn] ?? 150;
    const swing = Math.sin((2 * Math.PI * pitch * at) / RATE) * Math.sin((Math.PI * at) / (RATE * 0.2));
    wav.writeUInt8(128 + Math.round(40 * swing), 44 + at);
  }
  return wav;
}
