export { type Beside, twinBeside } from './beside';
export { type DayFigures, type DayOptions, simulateDay } from './day';
export { startTwin, type Twin, type TwinOptions } from './twin';
