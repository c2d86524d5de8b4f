/** What other parts may use of the telecaller's screens: the loan in three columns, and the list a device holds. */
export { ActiveList } from './components/active-list';
export { CallWorkspace, type CallWorkspaceProps, type SavedDisposition } from './components/call-workspace';
export { default as TelecallerHome } from './pages/home-page';
