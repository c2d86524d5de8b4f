export { HomeCharts } from './home-charts';
