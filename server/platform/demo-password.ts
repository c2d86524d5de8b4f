/** The one password of the demo's accounts: it stands in the README, so nobody may choose it, and where the demo is off it opens nothing. */
export const DEMO_PASSWORD = 'Recoup@2026';
