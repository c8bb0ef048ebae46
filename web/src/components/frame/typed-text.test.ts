import { expect, test } from 'vitest'
import { askAddress, followAddress, showAddress, type TypedText } from './typed-text.ts'

const type = (typed: TypedText, value: string): TypedText => ({ ...typed, value })

test('letters typed while the address changes stay, and so does a space before the pause', () => {
  let typed = askAddress(type(showAddress(''), 'red '), 'red')
  typed = type(typed, 'red k')
  typed = followAddress(typed, 'red')
  expect(typed).toEqual({ value: 'red k', address: 'red', asked: [] })
  typed = followAddress(askAddress(type(typed, 'red kite '), 'red kite'), 'red kite')
  expect(typed.value).toBe('red kite ')
})

test('an address that passes over what it was asked for, or comes to each in turn, changes no letter', () => {
  const typed = askAddress(askAddress(type(showAddress(''), 'kites'), 'kite'), 'kites')
  expect(followAddress(typed, 'kites')).toEqual({ value: 'kites', address: 'kites', asked: [] })
  const first = followAddress(typed, 'kite')
  expect(first).toEqual({ value: 'kites', address: 'kite', asked: ['kites'] })
  expect(followAddress(first, 'kites').value).toBe('kites')
})

test('another change of the address wins over what was typed', () => {
  const typed = type(followAddress(askAddress(type(showAddress(''), 'kite'), 'kite'), 'kite'), 'kites')
  expect(followAddress(typed, '')).toEqual(showAddress(''))
  // What was asked for once is no reason to keep what stands there later.
  expect(followAddress(followAddress(typed, ''), 'kite').value).toBe('kite')
})

test('what the address is, or is asked for already, is not asked for again', () => {
  const typed = showAddress('kite')
  expect(askAddress(typed, 'kite')).toBe(typed)
  expect(askAddress(askAddress(typed, 'red'), 'red').asked).toEqual(['red'])
  expect(askAddress(askAddress(typed, 'red'), 'kite').asked).toEqual(['red', 'kite'])
})
