export function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] };
