import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../../core/domain/roles';
import { mayEnter, menuPathsOf, ROUTE_IDS, routeOf } from '../../routes';
import { UiProvider } from '../../ui';
import { type Session, SessionContext } from '../session';
import { AgentLinks } from './components/agent-links';
import { MoreScreens } from './components/more-screens';

const show = (role: Role, part: React.ReactNode, subRole: string | null = null) => {
  render(
    <UiProvider>
      <MemoryRouter>
        <SessionContext value={{ profile: { role, subRole } } as unknown as Session}>{part}</SessionContext>
      </MemoryRouter>
    </UiProvider>,
  );
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href') ?? '');
};

describe('more screens on the home', () => {
  it.each(ROLES)('of %s are linked, admit them, and are not in their menu', (role) => {
    const links = show(role, <MoreScreens />);
    for (const path of links) {
      const route = ROUTE_IDS.map(routeOf).find((one) => one.path === path);
      expect(route && mayEnter(role, route), path).toBe(true);
    }
    expect(links.filter((path) => menuPathsOf({ role }).has(path))).toEqual([]);
  });

  it.each([
    ['COLLECTOR', ['/loans', '/active-loans', '/call-management-modify']],
    ['CRM_SUPERMANAGER', ['/loans', '/target-settings', '/target-setting']],
    ['CLIENT', ['/client-call-management']],
    ['CRM_TENANTADMIN', ['/target-setting', '/incentive-structure', '/notifications']],
    ['ADMIN', ['/userdata', '/incentive-structure', '/clients']],
  ] as const)('of %s have %j', (role, paths) => {
    expect(show(role, <MoreScreens />)).toEqual(expect.arrayContaining([...paths]));
  });

  it('have what a sub-role loses in the menu', () => {
    expect(show('CRM_TENANTADMIN', <MoreScreens />, 'ACM')).toEqual(
      expect.arrayContaining(['/managers-collectors', '/view-client', '/create-portfolio']),
    );
  });
});

it.each([
  ['MANAGER', ['/target/a1', '/attendance/a1']],
  ['CRM_TENANTADMIN', ['/attendance/a1']],
  ['CLIENT_ADMIN', []],
] as const)('%s finds %j beside an agent’s figures', (role, paths) => {
  expect(show(role, <AgentLinks id="a1" name="Asha" />)).toEqual(paths);
});
