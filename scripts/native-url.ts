/** The platform's own, in the place of a parser for browsers without one. */
export default globalThis.URL;
