/** The logo of the product: two arches and a light. */
export function BrandMark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="#0a6971" />
      <path
        d="M7.5 25V15.5a8.5 8.5 0 0 1 17 0V25"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path
        d="M12.2 25v-8.6a3.8 3.8 0 0 1 7.6 0V25"
        fill="none"
        stroke="#b6e7ec"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <circle cx="16" cy="20.6" r="1.9" fill="#ffb189" />
    </svg>
  );
}
