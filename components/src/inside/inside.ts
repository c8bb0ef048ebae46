import { createElement, Fragment } from 'react'
import { z } from 'zod'
import { defineComponent } from '../component/define-component.ts'
import { line } from '../component/property.ts'

/** What stands in another published page, as far as the reader of this one may read it. */
export const inside = defineComponent({
  name: 'page',
  label: { en: 'Another page', fr: 'Autre page' },
  props: z.object({
    /** The address of the page. */
    path: line(2000).meta({ field: 'page' }),
  }),
  slots: [''],
  needs: ({ path }) => (path === '' ? {} : { page: path }),
  render: ({ slot }) => createElement(Fragment, null, ...slot('')),
  style: '',
})
