export declare const AT_NIGHT: Readonly<Record<string, string>>;
export declare const NIGHT: string;
export declare const SHORTER: Readonly<Record<string, string>>;
