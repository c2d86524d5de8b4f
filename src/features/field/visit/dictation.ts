/** Voice to text, where the phone has it. The browser's engine listens; nothing is recorded or stored. */
import { useCallback, useEffect, useRef, useState } from 'react';

interface RecognitionEvent {
  resultIndex: number;
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
}
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: RecognitionEvent) => void) | null;
  onend: (() => void) | null;
  onerror: (() => void) | null;
  start(): void;
  stop(): void;
}

function recognitionClass(): (new () => Recognition) | undefined {
  const scope = globalThis as {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}

export interface Dictation {
  listening: boolean;
  toggle: () => void;
}

/** Undefined where the browser has none. `onText` gets each finished phrase. */
export function useDictation(onText: (phrase: string) => void): Dictation | undefined {
  const [listening, setListening] = useState(false);
  const running = useRef<Recognition>(undefined);
  const heard = useRef(onText);
  heard.current = onText;
  useEffect(() => () => running.current?.stop(), []);
  const toggle = useCallback(() => {
    if (running.current) {
      running.current.stop();
      return;
    }
    const Class = recognitionClass();
    if (!Class) return;
    const recognition = new Class();
    recognition.lang = navigator.language || 'en-IN';
    recognition.continuous = true;
    recognition.interimResults = false;
    recognition.onresult = (event) => {
      for (let at = event.resultIndex; at < event.results.length; at += 1) {
        const result = event.results[at];
        const phrase = result?.isFinal ? result[0]?.transcript.trim() : '';
        if (phrase) heard.current(phrase);
      }
    };
    const end = () => {
      running.current = undefined;
      setListening(false);
    };
    recognition.onend = end;
    recognition.onerror = end;
    running.current = recognition;
    setListening(true);
    recognition.start();
  }, []);
  return recognitionClass() ? { listening, toggle } : undefined;
}
