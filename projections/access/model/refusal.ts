export const refusalMessages = {
  name_taken: 'an active member already has this name',
  chat_id_taken: 'an active member already has this chat id',
  last_admin: 'the member is the last admin: make another member an admin first',
  unknown_member: 'there is no such member',
  member_left: 'the member has left the guild',
  too_many_codes: 'the member already has 3 open pairing codes; they expire after 5 minutes',
  code_taken: 'the pairing code is open already',
  code_unknown: 'the pairing code is unknown',
  code_expired: 'the pairing code has expired',
  code_used: 'the pairing code was used already',
  too_many_tokens: 'the member already has 20 active devices of this plugin; revoke one first',
  unknown_device: 'there is no such device',
  unknown_account: 'there is no such account',
  unknown_key: 'there is no such key',
  key_revoked: 'the key is revoked',
  too_many_keys: 'the member already has 10 active keys; revoke one first',
  owner_blocked: 'the member owns the account; transfer it first',
  prefix_taken: 'the key prefix exists already',
} as const;

export type Refusal = keyof typeof refusalMessages;
