/** A new disposition leaves out a foreclosure amount that is empty or the text 'null' (specification section 5). */
export function withoutEmptyForeclosure<Body extends { foreclosureAmount?: unknown }>(
  body: Body,
): Omit<Body, 'foreclosureAmount'> & { foreclosureAmount?: unknown } {
  const { foreclosureAmount, ...rest } = body;
  const empty =
    foreclosureAmount === undefined ||
    foreclosureAmount === null ||
    (typeof foreclosureAmount === 'string' && ['', 'null'].includes(foreclosureAmount.trim()));
  return empty ? rest : { ...rest, foreclosureAmount };
}
