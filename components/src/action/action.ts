import { createElement } from 'react'
import { z } from 'zod'
import { defineComponent } from '../component/define-component.ts'
import { linkTarget } from '../component/link.ts'
import { address, line } from '../component/property.ts'

/** A link that stands out: what the reader is to do next. */
export const action = defineComponent({
  name: 'action',
  label: { en: 'Call to action', fr: 'Appel à l’action' },
  props: z.object({ text: line(1000), label: line(100), address }),
  slots: [],
  needs: ({ address: link }) => (linkTarget(link) ? { links: [link] } : {}),
  render: ({ props: { text, label, address: leadsTo }, link }) => {
    if (label === '' || leadsTo === '') return null
    const href = link(leadsTo)
    return createElement(
      'div',
      { className: 'action' },
      text === '' ? null : createElement('p', null, text),
      href === undefined
        ? createElement('span', null, label)
        : createElement('a', { href, rel: 'noopener noreferrer' }, label),
    )
  },
  style: `
.action{padding:1.5rem;background:var(--soft);text-align:center}.action p{margin:0 0 1rem}
.action a{display:inline-block;padding:.7rem 1.6rem;border-radius:.3rem;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
.action a:hover{text-decoration:underline}@media print{.action a{background:none;color:inherit;border:1px solid}}`,
})
