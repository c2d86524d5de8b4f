/** A request as a well-behaved client makes it: a server that is busy is asked again when it says so, for half a minute at most. */
export async function patientFetch(url: string, init: () => RequestInit = () => ({})): Promise<Response> {
  const until = Date.now() + 30_000;
  for (;;) {
    const response = await fetch(url, init());
    const wait = Number(response.headers.get('retry-after'));
    if (response.status !== 503 || !(wait > 0) || Date.now() > until) return response;
    await response.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  }
}
