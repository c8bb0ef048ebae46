import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partPath, partSteps, type PartStep } from './part-path.ts'

test('D9.13 the path of a widget alternates names and ids, joined by underscores', () => {
  const page = partPath({ resource: 'page', id: 12 })
  const widget = partPath({ resource: 'pagewidget', id: 7 }, page)
  const file = partPath({ resource: 'pagefile', id: 3 }, widget)
  expect([page, widget, file]).toEqual([
    'clubwedpagedesc_12',
    'clubwedpagedesc_12_clubwedwidget_7',
    'clubwedpagedesc_12_clubwedwidget_7_cwpagefile_3',
  ])
  expect(partSteps(file)).toEqual([
    { resource: 'page', id: 12 },
    { resource: 'pagewidget', id: 7 },
    { resource: 'pagefile', id: 3 },
  ])
})

test.each([
  '',
  'clubwedpagedesc',
  'clubwedpagedesc_0',
  'clubwedpagedesc_12_',
  'clubwedpagedesc_1e3',
  'clubwedpagedesc_12_clubwedpagedesc_13',
  'clubwedwidget_1_clubwedpagedesc_2',
  'cwpagefile_3',
  'clubwedpagedesc_1_cwpagefile_3_clubwedwidget_2',
  '__proto___1',
  'constructor_1',
  'clubwedpagedesc_1'.padEnd(400, '_clubwedwidget_2'),
])('%s is the path of nothing', (path) => {
  expect(partSteps(path)).toBeUndefined()
})

test('what was written is read again, whatever it is', () => {
  const id = fc.integer({ min: 1, max: 1e9 })
  const root = fc.record<PartStep>({ resource: fc.constantFrom('page', 'pagewidget'), id })
  const widgets = fc.array(fc.record<PartStep>({ resource: fc.constant('pagewidget'), id }), {
    maxLength: 19,
  })
  fc.assert(
    fc.property(root, widgets, (first, others) => {
      const steps = [first, ...others]
      expect(partSteps(steps.reduce((path, step) => partPath(step, path), ''))).toEqual(steps)
    }),
  )
})
