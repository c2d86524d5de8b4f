/** What other parts may use of the targets' screens. */
export { default as Earned } from './earned';
export { metricWords, monthWords, valueWords } from './target-words';
export { useMonth } from './use-month';
