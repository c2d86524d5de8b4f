export * from './figures';
export { GAIN_PARTS, type Gain, type GainPart, gainsOf } from './gain';
export { LAST_DAYS, PROMISE_SIGNS, type PromiseMade, type PromiseSign, SHORT_TALK, signsOf } from './integrity';
export { type Score, type ScoreLine, type Standing, scoreOf, standings } from './score';
export { type BoardSettings, DEFAULT_BOARD } from './settings';
