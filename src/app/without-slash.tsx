import { Navigate, useLocation } from 'react-router-dom';

/** The same address without the slash at its end, by which pages know themselves; nothing of it stays in the history. */
export default function WithoutSlash() {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={{ pathname: pathname.replace(/\/+$/, ''), search, hash }} replace />;
}
