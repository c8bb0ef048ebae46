import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { id, visitorName } from '../parameters.ts'
import { Share } from './share-calls.ts'

export const renewShare = defineCall({
  name: 'renewShare',
  method: 'POST',
  path: '/wedia/cart/shareCart/{id}/{shareId}/renew',
  access: 'cart/share',
  summary:
    'Make another link that allows the same for as long, with the same password, and send it to all who wait',
  source: 'decision 0231',
  input: z.object({ id, shareId: z.string().max(64) }),
  answers: Share,
  errors: ['cart_not_found', 'share_not_found'],
})

export const dismissLinkRequests = defineCall({
  name: 'dismissLinkRequests',
  method: 'DELETE',
  path: '/wedia/cart/shareCart/{id}/{shareId}/requests',
  access: 'cart/share',
  summary: 'Dismiss the requests for another link in the place of this one',
  source: 'decision 0231',
  input: z.object({ id, shareId: z.string().max(64) }),
  answers: z.object({ dismissed: z.literal(true) }),
  errors: ['cart_not_found', 'share_not_found'],
})

export const askForLink = defineCall({
  name: 'askForLink',
  method: 'POST',
  path: '/wedia/cart/askForLink/{id}',
  access: 'public',
  summary: 'Ask the sharer of a link that ended for another one; the answer is always the same',
  source: 'decision 0231',
  input: z.object({
    id: z.string().max(64),
    name: visitorName,
    email: z.email().max(254),
    message: z
      .string()
      .trim()
      .max(1000)
      .refine((value) => !value.includes('\0'), 'it holds a character that no text has')
      .default(''),
  }),
  answers: z.object({ asked: z.literal(true) }),
  errors: [],
})
