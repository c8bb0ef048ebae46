import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { flag, id, instant } from '../parameters.ts'

/** Days that a link to a page is good for, unless it says otherwise, and at most. */
export const pageLinkDays = { default: 30, max: 366 } as const

/** A link to a page, as those see it who may share the page. */
export const PageLink = z.object({
  id: z.string(),
  page: z.number(),
  /** For whom it is, as its author calls it; may be empty. */
  name: z.string(),
  /** The address to send. */
  url: z.string(),
  hasPassword: z.boolean(),
  /** The password, in the answer of the call that set it and never again. */
  password: z.string().optional(),
  createdAt: z.string(),
  /** Who made it. */
  author: z.string(),
  expires: z.string(),
  /** How often somebody opened the page by it, and when last; null: never. */
  opened: z.number(),
  lastOpenedAt: z.string().nullable(),
})
export type PageLink = z.output<typeof PageLink>

export const createPageLink = defineCall({
  name: 'createPageLink',
  method: 'POST',
  path: '/rest/page-link',
  access: 'page/share',
  summary: 'Let whoever has a link read a page once it is published, with a password where one is given',
  source: 'decision 0255',
  input: z.object({
    page: id,
    name: z.string().trim().max(200).default(''),
    /** True without a password of one's own: the server makes one. */
    askForPassword: flag.optional(),
    password: z.string().max(200).optional(),
    /** 30 days from now by default, 366 at most. */
    expires: instant.optional(),
  }),
  answers: PageLink,
  status: 201,
  errors: ['entity_not_found', 'invalid_parameter', 'password_too_weak', 'access_denied'],
})

export const listPageLinks = defineCall({
  name: 'listPageLinks',
  method: 'GET',
  path: '/rest/page-link',
  access: 'page/share',
  summary: 'The links to a page that are active, newest first',
  source: 'decision 0255',
  input: z.object({ page: id }),
  answers: z.array(PageLink),
  errors: ['entity_not_found', 'access_denied'],
})

const link = z.string().max(100)

export const revokePageLink = defineCall({
  name: 'revokePageLink',
  method: 'DELETE',
  path: '/rest/page-link/{link}',
  access: 'page/share',
  summary: 'End a link to a page, at once and for everybody who opened it',
  source: 'decision 0255',
  input: z.object({ link }),
  answers: z.object({ revoked: z.literal(true) }),
  errors: ['page_link_not_found', 'access_denied'],
})

export const openPageLink = defineCall({
  name: 'openPageLink',
  method: 'GET',
  path: '/page-link/{link}',
  access: 'public',
  summary: 'The page of a link, or a form that asks for its password',
  source: 'decision 0255',
  input: z.object({ link }),
  answers: bytes,
  errors: [],
})

export const enterPageLink = defineCall({
  name: 'enterPageLink',
  method: 'POST',
  path: '/page-link/{link}',
  access: 'public',
  summary: 'Open the page of a link by its password',
  source: 'decision 0255',
  input: z.object({ link, password: z.string().max(1000).default('') }),
  answers: bytes,
  errors: ['unavailable'],
})
