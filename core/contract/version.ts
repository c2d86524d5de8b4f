/** Step this, and add a row to `history.json`, whenever the fingerprint test says that the wire has changed. */
export const CONTRACT_VERSION = 1;
