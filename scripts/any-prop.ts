/**
 * Stands in for @emotion/is-prop-valid (see lean.ts): our components pass on nothing but the element's own attributes,
 * and what Chakra's factory itself reads.
 */
export default (prop: string): boolean => prop !== 'as' && prop !== 'asChild' && prop !== 'theme';
