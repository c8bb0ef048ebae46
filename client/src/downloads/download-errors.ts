/** Failures of downloads, by code. @source portal §8 */
export const downloadErrors = {
  download_unknown: 'Unknown download {downloadId}',
  download_status: 'Unexpected status ({status}) for download',
  download_answer: 'Unexpected status of download',
  download_refused: 'The archive would have {sizeBytes} bytes; the limit is {maxSizeBytes}',
  download_too_large: 'No file of this download fits under the limit of {maxSizeBytes} bytes',
} as const
