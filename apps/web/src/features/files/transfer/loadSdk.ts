import { ToldError } from '../../../api/apiError.ts';
import type { LoadSdk } from './asperaClient.ts';

/** The SDK that comes with the portal, or the one at the address that the site names. */
export const sdkLoader = (address: string): LoadSdk =>
  address === '' ? () => import('@ibm-aspera/connect-sdk-js') : () => loadScript(address);

/** Scripts of this address are in the content policy of the page. They leave their name in the window. */
function loadScript(address: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve(Reflect.get(window, 'AW4'));
    script.onerror = () => {
      script.remove();
      reject(new ToldError('The transfer client could not be loaded.'));
    };
    document.head.append(script);
  });
}
