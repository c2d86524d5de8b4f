/** Stands in for hoist-non-react-statics (see lean.ts): nothing in the bundle wraps a component with statics. */
export default <Target>(target: Target): Target => target;
