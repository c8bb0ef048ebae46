import { expect, test } from 'vitest'
import { requireGoodPassword } from './password-rules.ts'

const refusal = (password: string, options: { login?: string; present?: string } = {}): string => {
  try {
    requireGoodPassword(password, { login: 'editor', ...options })
    return ''
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.for([
  ['nine char', 'password_too_weak'],
  ['🔑🔑🔑🔑🔑', 'password_too_weak'],
  ['password123', 'password_too_common'],
  ['P@ssw0rd2026', 'password_too_common'],
  ['MotDePasse!', 'password_too_common'],
  ['passwordpassword', 'password_too_common'],
  ['0123456789', 'password_too_common'],
  ['aaaaaaaaaaaa', 'password_too_common'],
  ['abcabcabcabc', 'password_too_common'],
  ['azertyuiop', 'password_too_common'],
  ['1234567890', 'password_too_common'],
  ['editor2026!', 'password_too_common'],
  ['welcomeadmin', 'password_too_common'],
  ['Été-printemps1', ''],
  ['2026202620', 'password_too_common'],
  ['31415926535', 'password_too_common'],
])('%s: %s', ([password = '', code]) => expect(refusal(password)).toBe(code))

test.for([
  'correct horse battery',
  'of my own choice',
  'another password',
  'journey-password',
  'quite another password',
  'kx9!mz2#qv',
  'access-table-password',
  'plus de lumière',
])('%s is good', (password) => {
  expect(refusal(password)).toBe('')
})

test('the login and the present password are no new password, however they are typed', () => {
  expect(refusal(' A-Login-Of-Length', { login: 'a-login-of-length' })).toBe('password_is_login')
  expect(refusal('plus de lumière', { present: 'plus de lumie\u0300re' })).toBe('password_not_new')
})
