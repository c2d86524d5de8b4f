import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * A link inside the app; `to` comes from the path builders of `src/routes`. Like the router's own, without what that
 * one brings along for server frameworks (a phone pays for every kB). New tab, download and modified clicks are the
 * browser's.
 */
export function Link({
  to,
  replace = false,
  state,
  onClick,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean; state?: unknown }) {
  const navigate = useNavigate();
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const other = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0 || rest.target;
    if (event.defaultPrevented || other) return;
    event.preventDefault();
    void navigate(to, { replace: replace || to === location.pathname + location.search, state });
  }
  return <a href={to} onClick={follow} {...rest} />;
}
