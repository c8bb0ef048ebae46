import { crc32, deflateSync } from 'node:zlib'
import type { Sharp } from 'sharp'

const signatureAndHeaderBytes = 8 + 25

/**
 * The pixels of a pipeline as a PNG that carries an ICC profile, for pixels whose decoder (HEIC, PSD) leaves
 * the profile apart: opened again, they are converted to sRGB as those of any other picture.
 * @source PNG specification §11.3.2.3 (iCCP)
 */
export async function tagProfile(pixels: Sharp, icc: Buffer): Promise<Buffer> {
  const png = await pixels.png({ compressionLevel: 0 }).toBuffer()
  return Buffer.concat([
    png.subarray(0, signatureAndHeaderBytes),
    profileChunk(icc),
    png.subarray(signatureAndHeaderBytes),
  ])
}

function profileChunk(icc: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc, { level: 1 })])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(typeAndData.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typeAndData))
  return Buffer.concat([length, typeAndData, checksum])
}
