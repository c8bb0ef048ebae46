import { cropRatio, usualQuality, type PictureFormat } from '@cartouche/client'
import type { PicturePreset } from '@cartouche/contract'
import type { PercentCrop } from 'react-image-crop'

/** What the person chose in the dialog. */
export interface PictureChoice {
  /** Code; empty: none. */
  readonly preset: string
  /** As `16:9`; `all`: the whole picture; `free`: any part. */
  readonly ratio: string
  readonly width: number | null
  readonly height: number | null
  readonly format: PictureFormat
  readonly quality: number
  readonly withMetadata: boolean
  readonly profile: 'srgb' | 'p3'
}

export const firstChoice: PictureChoice = {
  preset: '',
  ratio: 'all',
  width: null,
  height: null,
  format: 'jpeg',
  quality: usualQuality.jpeg,
  withMetadata: false,
  profile: 'srgb',
}

/** Ratios that are always offered. */
export const usualRatios = ['1:1', '4:5', '5:4', '3:2', '2:3', '16:9', '9:16'] as const

/** What quality a format starts with. PNG has none. */
export function qualityOf(format: PictureFormat): number {
  return format === 'png' ? 100 : usualQuality[format]
}

/** What a preset changes of a choice. */
export function choosePreset({ code, crop, ...preset }: PicturePreset): PictureChoice {
  const format = preset.format ?? 'jpeg'
  return {
    preset: code,
    ratio: crop ?? ratioOfSize(preset) ?? 'all',
    width: preset.width,
    height: preset.height,
    format,
    quality: preset.quality ?? qualityOf(format),
    withMetadata: preset.metadata === 'all',
    profile: 'srgb',
  }
}

function ratioOfSize({ fit, width, height }: Pick<PicturePreset, 'fit' | 'width' | 'height'>) {
  return fit === 'cover' && width !== null && height !== null ? `${width}:${height}` : undefined
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The largest part of a ratio, around a place given in shares of the picture, in hundredths of it. */
export function cropAround(ratio: number, size: Size, focus: { readonly x: number; readonly y: number }) {
  const width = Math.min(1, (ratio * size.height) / size.width)
  const height = Math.min(1, size.width / size.height / ratio)
  const from = (centre: number, length: number) => Math.min(1 - length, Math.max(0, centre - length / 2))
  return {
    unit: '%' as const,
    x: from(focus.x, width) * 100,
    y: from(focus.y, height) * 100,
    width: width * 100,
    height: height * 100,
  }
}

/** Pixels of the picture that would be made; it is never enlarged. */
export function sizeOfChoice(choice: PictureChoice, crop: PercentCrop | undefined, original: Size): Size {
  const { width, height } = choice
  const [boxWidth, boxHeight] = [
    Math.max(1, Math.round(((crop?.width ?? 100) / 100) * original.width)),
    Math.max(1, Math.round(((crop?.height ?? 100) / 100) * original.height)),
  ]
  const ratio = covers(choice) ? (width ?? 1) / (height ?? 1) : boxWidth / boxHeight
  const cropWidth = Math.min(boxWidth, Math.round(boxHeight * ratio))
  const cropHeight = Math.min(boxHeight, Math.round(boxWidth / ratio))
  const scale = Math.min(1, (width ?? cropWidth) / cropWidth, (height ?? cropHeight) / cropHeight)
  return {
    width: Math.max(1, Math.round(cropWidth * scale)),
    height: Math.max(1, Math.round(cropHeight * scale)),
  }
}

/**
 * Whether the picture is cut to the ratio of its sides to the pixel, where that is the ratio chosen: a part
 * in shares of the picture is rounded, and what a channel wants square must be square.
 */
function covers({ ratio, width, height }: PictureChoice): boolean {
  const wanted = cropRatio(ratio)
  if (wanted === undefined || width === null || height === null) return false
  return Math.abs(width / height / wanted - 1) < 0.01
}

/** The choice as an address has it. */
export function toParameters(choice: PictureChoice, crop: PercentCrop | undefined): PictureParameters {
  return {
    ...(choice.width === null ? {} : { w: choice.width }),
    ...(choice.height === null ? {} : { h: choice.height }),
    ...(crop === undefined ? {} : { crop: formatCrop(crop) }),
    ...(covers(choice) ? { fit: 'cover' as const } : {}),
    format: choice.format,
    ...(choice.format === 'png' ? {} : { quality: choice.quality }),
    ...(choice.withMetadata ? { metadata: 'all' as const } : {}),
    ...(choice.profile === 'p3' ? { profile: 'p3' as const } : {}),
  }
}

/** What an address says of a picture beside whose it is. */
export interface PictureParameters {
  readonly w?: number
  readonly h?: number
  readonly crop?: string
  readonly fit?: 'cover'
  readonly format: PictureFormat
  readonly quality?: number
  readonly metadata?: 'all'
  readonly profile?: 'p3'
}

function formatCrop({ x, y, width, height }: PercentCrop): string {
  return [x, y, width, height].map((value) => Math.round(value * 100) / 10_000).join(',')
}

/** The ratio of a choice as a number; undefined where any part can be chosen. */
export function aspectOf({ ratio }: PictureChoice): number | undefined {
  return cropRatio(ratio)
}
