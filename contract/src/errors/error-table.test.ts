import { expect, test } from 'vitest'
import { calls } from '../calls.ts'
import { ApiError, decodeError, encodeError } from './api-error.ts'
import { errorTable, type ErrorCode } from './error-table.ts'

const codes = Object.keys(errorTable) as ErrorCode[]

test('no two errors of our own look the same on the wire', () => {
  // 404/300 and 403/300 are spelled by existing clients; the pair of status and sub-code is what must be
  // unique.
  const wires = codes.map((code) => `${errorTable[code].status}/${errorTable[code].sub}`)
  expect(new Set(wires).size).toBe(wires.length)
})

test('a sub-code of our own stands for one error, whatever its status', () => {
  const subs = codes.map((code) => errorTable[code].sub).filter((sub) => sub >= 2000)
  expect(subs.filter((sub, index) => subs.indexOf(sub) !== index)).toEqual([])
})

test.each(codes)('%s travels whole', (code) => {
  const names = [...errorTable[code].message.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const error = new ApiError(code, Object.fromEntries(names.map((name) => [name, `«${name}»`])))
  expect(error.message).not.toMatch(/\{\w+\}/)
  const body = encodeError(error, 'request')
  expect(body.error).toBe(`${error.status}/${error.sub}`)
  expect(decodeError(error.status, JSON.parse(JSON.stringify(body)))).toMatchObject({
    code,
    message: error.message,
    status: error.status,
    data: error.data,
  })
})

test('P5.01 P5.08 P8.01 P8.07 the catalogue’s messages are exact', () => {
  expect(errorTable.cart_name_missing.message).toBe('A cart requires a name')
  expect(errorTable.cart_name_empty.message).toBe('A cart requires a non empty name')
  expect(new ApiError('cart_not_found', { id: 7 }).message).toBe('Unknown cart 7')
  expect(errorTable.password_endpoint.message).toBe(
    "You can't update password using this endpoint. Please use changePassword.",
  )
  expect(errorTable.no_application_credential.message).toBe('No application credential provided')
})

test('the sub-codes that existing clients know', () => {
  expect(encodeError(new ApiError('password_change_needed')).error).toBe('403/2')
  expect(encodeError(new ApiError('upload_format', { reason: '' })).error).toBe('400/9')
  expect(encodeError(new ApiError('upload_empty')).error).toBe('400/17')
  expect(encodeError(new ApiError('unknown_action', { action: '' })).error).toBe('404/300')
  expect(encodeError(new ApiError('whoami_refused')).error).toBe('403/1000')
  expect(encodeError(new ApiError('query_syntax', { at: '', reason: '' })).error).toBe('400/1200')
})

test('the status says whether a retry can help', () => {
  for (const code of codes) expect(new ApiError(code).retry, code).toBe(errorTable[code].retry)
})

test('an error of a later server keeps its code, its numbers and its words', () => {
  expect(
    decodeError(409, { error: '409/3141', code: 'from_the_future', message: 'Words of tomorrow' }),
  ).toMatchObject({ code: 'from_the_future', status: 409, sub: 3141, message: 'Words of tomorrow' })
})

test('a failure that nobody knows is internal, one of a proxy unavailable', () => {
  expect(decodeError(500, '<html>').code).toBe('internal')
  expect(decodeError(502, null).code).toBe('unavailable')
  expect(decodeError(404, { error: '404/300', message: 'x' }).code).toBe('unknown_action')
})

test('every call names errors of the table, and every name once', () => {
  for (const call of Object.values(calls)) {
    expect(new Set(call.errors).size, call.name).toBe(call.errors.length)
    for (const code of call.errors) expect(errorTable).toHaveProperty(code)
  }
})
