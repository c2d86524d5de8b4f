/** Stands in for @emotion/is-prop-valid (see lean.ts): our components pass on no prop that is not the element's own. */
export default (): boolean => true;
