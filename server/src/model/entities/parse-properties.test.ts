import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError, isApiError } from '@cartouche/contract'
import { builtInSchemas } from '../schemas/built-in-schemas.ts'
import type { Field, Schema } from '../schemas/schema.ts'
import { fillDefaults } from './fill-defaults.ts'
import { parseLinks } from '../schemas/parse-links.ts'
import { parseProperties } from './parse-properties.ts'
import { parseScalar } from '../schemas/parse-scalar.ts'

const found = builtInSchemas.find(({ resource }) => resource === 'asset')
if (!found) throw new Error('There is no schema of assets')
const asset: Schema = found

const codes = new Set(['invalid_parameter', 'unknown_field', 'field_read_only', 'field_mandatory'])

test('whatever is sent is parsed or refused by the table, and what is parsed is stored as it is read', () => {
  const field = fc.oneof(
    fc.constantFrom(...asset.fields.keys()),
    fc.constantFrom('$version', '$mode', 'metadata', '__proto__', 'constructor', 'id', 'owner'),
    fc.string(),
  )
  fc.assert(
    fc.property(
      fc.dictionary(field, fc.oneof(fc.jsonValue(), fc.string(), fc.integer())),
      fc.constantFrom('create' as const, 'patch' as const),
      (json, kind) => {
        try {
          const { props, links } = parseProperties(asset, json, kind)
          for (const [name, value] of Object.entries(props)) {
            expect(asset.fields.has(name)).toBe(true)
            expect(JSON.stringify(parseScalar(asset.fields.get(name) as Field, value))).toBe(
              JSON.stringify(value),
            )
            expect(JSON.stringify(value)).not.toContain('\\u0000')
          }
          for (const { ids } of links)
            expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          expect(codes).toContain(error.code)
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([
  [12, [12]],
  ['12', [12]],
  ['1,2, 3', [1, 2, 3]],
  ['[1,{"id":2}]', [1, 2]],
  ['{"$mode":"appendnew","$values":[5,5]}', [5]],
  [
    ['7', { id: '8' }],
    [7, 8],
  ],
  ['', []],
  [null, []],
  ['null', []],
])('links %j', (value, ids) => {
  expect(parseLinks(fieldOf('keywords'), value).ids).toEqual(ids)
})

test.each([
  0,
  -1,
  1.5,
  'x',
  '1;2',
  {},
  [{}],
  [[1]],
  { $mode: 'explode' },
  { $mode: 'replace', $values: 'x' },
  '99999999999999999999',
  true,
])('no links: %j', (value) => {
  expect(() => parseLinks(fieldOf('keywords'), value)).toThrow(ApiError)
})

test('several links are too many for one', () => {
  expect(() => parseLinks(fieldOf('rootnature'), [1, 2])).toThrow(ApiError)
  expect(parseLinks(fieldOf('rootnature'), { $mode: 'appendnew', $values: [1] })).toMatchObject({
    mode: 'replace',
    ids: [1],
  })
})

test('D5.16 defaults fill what is missing, and what is mandatory and emptied', () => {
  const schema = schemaOf({
    create: true,
    update: true,
    mandatoryCreate: true,
    defaultCreate: 'new',
    mandatoryPatch: true,
    defaultPatch: 'seen',
  })
  expect(fillDefaults(schema, {}, 'create')).toEqual({ state: 'new' })
  expect(fillDefaults(schema, { state: '' }, 'create')).toEqual({ state: 'new' })
  expect(fillDefaults(schema, { state: 'x' }, 'create')).toEqual({})
  expect(fillDefaults(schema, {}, 'patch', new Set(['state']))).toEqual({})
  expect(fillDefaults(schema, {}, 'patch')).toEqual({ state: 'seen' })
  expect(fillDefaults(schema, { state: null }, 'patch', new Set(['state']))).toEqual({ state: 'seen' })
  const optional = schemaOf({ create: true, update: true, defaultCreate: 'new', defaultPatch: 'seen' })
  expect(fillDefaults(optional, { state: null }, 'create')).toEqual({})
  expect(fillDefaults(optional, {}, 'patch')).toEqual({})
})

test('a field that the schema does not have is never answered, whatever its name', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    const json = JSON.parse(`{${JSON.stringify(name)}: 1}`) as Record<string, unknown>
    try {
      parseProperties(asset, json, 'patch')
      throw new Error('accepted')
    } catch (error) {
      expect(isApiError(error, 'unknown_field'), name).toBe(true)
    }
  }
})

function fieldOf(name: string): Field & { target: string } {
  const field = asset.fields.get(name)
  if (!field || field.target === null) throw new Error(name)
  return { ...field, target: field.target }
}

function schemaOf(cud: Field['cud']): Schema {
  const [field] = [...asset.fields.values()]
  return { ...asset, fields: new Map(field ? [['state', { ...field, name: 'state', cud }]] : []) }
}
