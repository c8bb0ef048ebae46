import { z } from 'zod'

/** A whole number in a range, both ends in it. */
export const wholeNumber = (least: number, most: number): z.ZodType<number> => {
  const message = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message)
}

/** 1 or 0. */
export const yesOrNo = z.enum(['1', '0'], 'must be 1 or 0').transform((text) => text === '1')
