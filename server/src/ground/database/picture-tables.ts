/** Rows of the tables of pictures that are made on demand. */
export interface PictureTables {
  focal_point: { resource: string; id: number; file_sha256: string; x: number; y: number }
  poster: { resource: string; id: number; file_sha256: string; place: number }
  picture_preset: {
    code: string
    names: object
    position: number
    crop: string | null
    width: number | null
    height: number | null
    fit: 'inside' | 'cover'
    format: 'jpeg' | 'webp' | 'avif' | 'png' | null
    quality: number | null
    metadata: 'none' | 'all'
  }
}
