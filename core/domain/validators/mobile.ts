/** A mobile number (specification sections 5 and 9). Alone in its file, because the contract needs no more of the validators. */
export const MOBILE = /^\d{10}$/;
export const isMobile = (value: string): boolean => MOBILE.test(value);

/** First form checker. */
export const NOT_A_MOBILE = 'Mobile no. should be 10 digit number';
/** The same rule in the second form checker. */
export const NOT_A_MOBILE_IN_SECOND_FORM = 'Mobile number should be valid';
