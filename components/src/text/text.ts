import { createElement } from 'react'
import { z } from 'zod'
import { defineComponent } from '../component/define-component.ts'
import { cleanHtml, linksIn } from './clean-html.ts'

/** Text with headings, lists, tables and links. */
export const text = defineComponent({
  name: 'text',
  label: { en: 'Text', fr: 'Texte' },
  props: z.object({ html: z.string().default('').meta({ field: 'html' }) }),
  valueProp: 'html',
  slots: [],
  needs: ({ html }) => {
    const links = linksIn(html)
    return links.length === 0 ? {} : { links }
  },
  render: ({ props: { html }, link }) => {
    const clean = cleanHtml(html, link)
    return clean.trim() === ''
      ? null
      : createElement('div', { className: 'text', dangerouslySetInnerHTML: { __html: clean } })
  },
  style: `
.text{max-width:68ch;overflow-wrap:anywhere}
.text>:first-child{margin-top:0}.text>:last-child{margin-bottom:0}
.text blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}
.text pre{overflow-x:auto;padding:1rem;background:var(--soft)}
.text table{border-collapse:collapse;display:block;overflow-x:auto}
.text th,.text td{padding:.4rem .8rem;border:1px solid var(--line);text-align:start;vertical-align:top}`,
})
