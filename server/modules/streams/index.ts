export { createStreams, type OpenStream, type Streams, type StreamTimes } from './streams';
