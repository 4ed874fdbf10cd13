/** The length of an answer in words: what stands between white space. */
export function answerLength(prediction: string): number {
  return prediction.split(/\s+/u).filter((word) => word !== '').length;
}
