package dev.uncork.spark.shuffle.arena;

import dev.uncork.transport.View;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import org.apache.spark.network.util.AbstractFileRegion;

/** Parts of a map output on their way to a Netty client, straight out of the arena. */
final class ViewRegion extends AbstractFileRegion {
  private final View view;
  private long transferred;

  ViewRegion(View view) {
    this.view = view;
  }

  @Override
  public long position() {
    return 0;
  }

  @Override
  public long transferred() {
    return transferred;
  }

  @Override
  public long count() {
    return view.size();
  }

  @Override
  public long transferTo(WritableByteChannel target, long position) throws IOException {
    long count = view.transferTo(target, position);
    transferred += count;
    return count;
  }

  @Override
  protected void deallocate() {
    view.close();
  }
}
