import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, deriveColours } from './derive-colours.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is what WCAG says', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('text is readable on any brand colour, in the light and in the dark theme', () => {
  fc.assert(
    fc.property(colour, (brandColour) => {
      const { shades, light, dark } = deriveColours(brandColour)
      expect(shades).toHaveLength(10)
      for (const shade of [6, 7, 8, 9])
        expect(contrastOf(shades[shade] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(shades[9] ?? '', shades[2] ?? '')).toBeGreaterThanOrEqual(4.5)
      expect(
        Math.min(
          contrastOf(light.text, light.ground),
          contrastOf(light.text, '#ffffff'),
          contrastOf(dark.text, dark.ground),
          contrastOf(dark.text, '#161616'),
        ),
      ).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 500 },
  )
})

test('a colour that can be read stays what it is', () => {
  expect(deriveColours('#433cae').shades[7]).toBe('#433cae')
  expect(contrastOf(deriveColours('#433cae').shades[6] ?? '', '#5650cb')).toBeLessThan(1.1)
})
