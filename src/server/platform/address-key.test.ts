import { expect, test } from 'vitest'
import { addressKey } from '#server/platform/address-key.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::7', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
  ['2001:db8:1:2:3:4:5:6%eth0', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1', 'fe80:0:0:0'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
  ['1.2.3.4:5555', '1.2.3.4'],
  ['[2001:db8::1]:443', '2001:db8:0:0'],
  ['[2001:db8::1]', '2001:db8:0:0'],
  ['1.2.3.4:x', 'none'],
  ['unknown', 'none'],
  ['', 'none'],
])('%j counts as %j', (address, key) => {
  expect(addressKey(address)).toBe(key)
})
