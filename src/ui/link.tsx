import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * A link inside the app; `to` comes from the path builders of `src/routes`. Like the router's own, without what that
 * one brings along for server frameworks (a phone pays for every kB). New tab, download and modified clicks are the
 * browser's: `onClick` is not told of them, because what it does here (a menu that closes, a page that reloads) belongs
 * to going there in this tab.
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
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button || rest.target) return;
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    void navigate(to, { replace: replace || to === location.pathname + location.search, state });
  }
  return <a href={to} onClick={follow} {...rest} />;
}
