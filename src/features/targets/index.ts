/** What other parts may use of the targets' screens. */
export { metricWords, monthWords, valueWords } from './target-words';
export { useMonth } from './use-month';
