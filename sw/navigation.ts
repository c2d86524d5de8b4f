/** Which navigations get the app's shell. */

/** Paths that belong to the server even when they are opened as a page. */
const SERVER_PATHS = /^\/(api|reporting|brake|dialer|docs|health|pay|letters|notification|self-cure|chatbot)(\/|$)/;

/** An app path in the address bar; a file that happens to be opened (an export, an image) is not. */
export function isAppNavigation(request: Pick<Request, 'mode' | 'method'>, url: URL, origin: string): boolean {
  return (
    request.mode === 'navigate' &&
    request.method === 'GET' &&
    url.origin === origin &&
    !SERVER_PATHS.test(url.pathname) &&
    (url.pathname === '/index.html' || !/\.[a-z0-9]{2,5}$/i.test(url.pathname))
  );
}
