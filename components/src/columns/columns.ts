import { createElement } from 'react'
import { z } from 'zod'
import { defineComponent } from '../component/define-component.ts'

const slots = ['', 'second', 'third', 'fourth'] as const

/** Up to four columns of other widgets; below each other where there is no room. */
export const columns = defineComponent({
  name: 'columns',
  label: { en: 'Columns', fr: 'Colonnes' },
  props: z.object({ count: z.int().min(1).max(slots.length).default(2) }),
  slots,
  needs: () => ({}),
  render: ({ props: { count }, slot }) =>
    createElement(
      'div',
      { className: `columns columns${count}` },
      ...slots.slice(0, count).map((name) => createElement('div', { className: 'column' }, ...slot(name))),
    ),
  style: `
.columns{display:grid;gap:var(--gap)}.column{display:grid;gap:var(--gap);align-content:start;min-width:0}
@media (min-width:48rem){${[1, 2, 3, 4].map((count) => `.columns${count}{grid-template-columns:repeat(${count},minmax(0,1fr))}`).join('')}}`,
})
