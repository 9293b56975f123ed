/** An answer that arrived while this process was busy is read after the first timer and before the second. */
const graceMs = 250;

/** Rejects when the promise takes longer; ignores its later result. */
export const within = <Value>(promise: Promise<Value>, ms: number, late: () => Error): Promise<Value> =>
  new Promise((resolve, reject) => {
    let timer = setTimeout(() => {
      timer = setTimeout(() => reject(late()), graceMs);
    }, ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
