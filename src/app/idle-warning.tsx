import { Button, Sheet, Text } from '../ui';

/** The last minute before an idle session ends. */
export default function IdleWarning({ left, onStay }: { left: number; onStay: () => void }) {
  return (
    <Sheet
      open
      onClose={onStay}
      title="Still there?"
      footer={
        <Button look="primary" wide onClick={onStay}>
          Stay signed in
        </Button>
      }
    >
      <Text>
        You will be signed out in <strong>{left} s</strong> because nothing happened for a while. What is saved stays
        saved.
      </Text>
    </Sheet>
  );
}
