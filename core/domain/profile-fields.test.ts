import { describe, expect, it } from 'vitest';
import { PROFILE_KINDS, type ProfileKind } from './people';
import { checkProfile, EMPTY_PROFILE, fieldsOf, PROFILE_FIELDS, type ProfileValues } from './profile-fields';

const agent: ProfileValues = { ...EMPTY_PROFILE, fullName: 'Asha', username: 'asha', mobile: '9876543210' };

it.each<[string, ProfileKind, Partial<ProfileValues>, Record<string, string>]>([
  ['what is needed', 'fieldAgent', {}, {}],
  [
    'nothing',
    'fieldAgent',
    { fullName: ' ', username: '', mobile: '' },
    { fullName: 'This Field Is Required', username: 'This Field Is Required', mobile: 'This Field Is Required' },
  ],
  ['a manager without a mobile', 'manager', { mobile: '' }, {}],
  ['nine digits', 'fieldAgent', { mobile: '987654321' }, { mobile: 'Mobile no. should be 10 digit number' }],
  ['an address', 'fieldAgent', { email: 'a@b' }, { email: 'Email is not valid' }],
  [
    'a user name with a space',
    'fieldAgent',
    { username: 'a b c' },
    { username: 'At least three letters, digits or . _ - @, without spaces' },
  ],
  ['an IMEI of 14', 'fieldAgent', { IMEI: '12345678901234' }, { IMEI: 'An IMEI has 15 digits' }],
  ['an IMEI', 'fieldAgent', { IMEI: '123456789012345' }, {}],
  [
    'a telecaller with an IMEI',
    'teleCaller',
    { IMEI: '123456789012345' },
    { IMEI: 'Not a field of this kind of user' },
  ],
  [
    'a wrong pincode',
    'fieldAgent',
    { pinCodes: ['411001', '011001'] },
    { pinCodes: '011001 is not a pincode: six digits' },
  ],
  ['no such bucket', 'fieldAgent', { buckets: ['0-30', '30-60'] }, { buckets: 'There is no bucket 30-60' }],
  ['half years', 'fieldAgent', { totalExperience: '2.5', collectionExperience: '2' }, {}],
  [
    'too many years',
    'fieldAgent',
    { totalExperience: '61' },
    { totalExperience: 'Years from 0 to 60, at most one decimal' },
  ],
  [
    'more of a part than of the whole',
    'fieldAgent',
    { totalExperience: '2', collectionExperience: '3' },
    { collectionExperience: 'Not more than the total experience' },
  ],
  [
    'a day without a certificate',
    'fieldAgent',
    { draValidUntil: '2027-01-01' },
    { draCertification: 'This Field Is Required' },
  ],
  [
    'the 31st of February',
    'fieldAgent',
    { draCertification: 'D1', draValidUntil: '2027-02-31' },
    { draValidUntil: 'Not a calendar day' },
  ],
  ['a sub-role', 'tenantAdmin', { subRole: 'XCM' }, { subRole: 'One of NCM, ZCM, RCM, ACM' }],
  ['an agency user without one', 'Agency', {}, { agencyId: 'This Field Is Required' }],
])('%s', (_, kind, more, expected) => {
  expect(checkProfile(kind, { ...agent, ...more })).toEqual(expected);
});

describe.each(PROFILE_KINDS)('%s', (kind) => {
  it('has a name, a sign-in name and an address, and each field once', () => {
    const names = fieldsOf(kind).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fullName', 'username', 'email', 'mobile']));
    expect(new Set(names).size).toBe(names.length);
  });
});

it('knows every candidate field of the specification', () => {
  const names = PROFILE_FIELDS.map(({ name }) => name as string);
  expect(names).toEqual(
    expect.arrayContaining(
      'fullName mobile email convoxUsername dialerLocation draCertification collectionExperience totalExperience clients buckets products languages ldapId modelNo IMEI androidVersion pinCodes brakeId subRole agencyList'.split(
        ' ',
      ),
    ),
  );
  expect(Object.keys(EMPTY_PROFILE).sort()).toEqual([...names].sort());
});
