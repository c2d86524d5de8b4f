export { Curves, Tint } from './components/curves';
export { HomeCharts } from './home-charts';
