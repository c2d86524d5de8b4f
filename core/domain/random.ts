/** Seeded randomness (sfc32): the same seed gives the same sequence on every machine, so demo data is reproducible. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: string) {
    // FNV-1a over the seed, three times with different starts; ten rounds mix what is left of their likeness.
    const hash = (start: number) => {
      let value = start;
      for (let at = 0; at < seed.length; at++) value = Math.imul(value ^ seed.charCodeAt(at), 0x01000193);
      return value | 0;
    };
    this.a = hash(0x811c9dc5);
    this.b = hash(0x12345678);
    this.c = hash(0x5bd1e995);
    for (let round = 0; round < 10; round++) this.bits();
  }

  /** 32 random bits, unsigned. */
  bits(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** From 0 up to, not including, 1. */
  fraction(): number {
    return this.bits() / 0x1_0000_0000;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.fraction() * list.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** One of `[item, weight]` rows; weights need not sum to one. */
  weighted<T>(rows: readonly (readonly [T, number])[]): T {
    let left = this.fraction() * rows.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of rows) {
      left -= weight;
      if (left < 0) return item;
    }
    return this.pick(rows)[0];
  }

  digits(count: number): string {
    let text = '';
    for (let at = 0; at < count; at++) text += this.between(0, 9);
    return text;
  }

  /** A UUIDv7 that says it was made at `millis`. */
  uuid(millis: number): string {
    const time = Math.floor(millis).toString(16).padStart(12, '0');
    const [one, two, three] = [hex8(this.bits()), hex8(this.bits()), hex8(this.bits())];
    const variant = '89ab'[this.bits() & 3];
    return `${time.slice(0, 8)}-${time.slice(8)}-7${one.slice(0, 3)}-${variant}${one.slice(3, 6)}-${two}${three.slice(0, 4)}`;
  }
}

const hex8 = (bits: number) => bits.toString(16).padStart(8, '0');
