/** Made by build.ts: the modules of `core` that the client's bundle names. */
declare module 'virtual:core-modules' {
  const modules: Record<string, unknown>;
  export default modules;
}
